"""The battle board: ``layout`` places the blocks, ``board`` draws it wide or narrow, and ``dice`` draws rolls."""
