"""What commands need to talk to a platform: its address, the saved login, the scope of a call and the errors.

The requests are the generated client's. The layers, from the top: ``device`` and ``connection`` (calls), ``login``
(which token), ``credentials`` (where it is kept), ``address``, ``failures``.
"""
