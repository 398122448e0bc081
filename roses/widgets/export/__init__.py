"""Files to hand out: a timeline as one HTML page that steps without a kernel, lessons as pages, slides and print.

``roses export`` writes them. ``jupyter nbconvert --to html`` puts the same player in place of each Stepper whose output
is saved, and ``--to slides`` makes slides that need no network: the arrow keys turn them, and inside a Stepper PageUp
and PageDown. Installing the kit switches both on for its environment, by ``jupyter_nbconvert_config.json``.

Answers for the teacher stay in the notebook: ``<details class="teacher">``, and cells with the tag ``teacher``. A tag
such as ``steps-5-19`` at the cell of a Stepper says which of its steps go on paper. A notebook that was saved without
outputs is run when ``roses export`` writes it, so export none of a stranger's that you would not run.
"""
