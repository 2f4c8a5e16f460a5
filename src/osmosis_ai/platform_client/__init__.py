"""What commands need to talk to a platform: its address, the saved login, the scope of a call and the errors.

The requests are the generated client's. The layers, from the top: ``dataset_upload`` and ``dataset_cache``;
``datasets`` and ``device`` over ``connection`` (calls); ``uploads`` and ``downloads`` over ``transfers`` (bytes);
``login`` (which token), ``credentials`` (where it is kept), ``address``, ``failures``.
"""
