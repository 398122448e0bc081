"""Files to hand out: a timeline as one HTML page that steps without a kernel, lessons as pages, slides and print."""
