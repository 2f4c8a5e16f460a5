"""Rules and state machines of the platform, as functions over a unit of work: no HTTP, no SQL text.

Who asks is an Actor, in a workspace a Member; results are frozen dataclasses; what is refused is a ServiceError. Each
function records in the audit trail what it changes, unless it says that its caller does.
"""
