"""Other tools' formats: runs from the folders of published models, and runs as other tools load them."""

from regard.runs.exchange.huggingface import export_run, import_folder, run_of

__all__ = ["export_run", "import_folder", "run_of"]
