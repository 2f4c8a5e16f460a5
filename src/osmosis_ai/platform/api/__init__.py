"""The platform's HTTP API: the generated stub filled in, one module a resource.

edge        every request: its id, its client, its path; the log line and the metrics of it
endpoint    every call of an operation: version of the client, bounds of the body, time limit
access      who may call an operation: the table of the specification, decided here and nowhere else
problems    what a refusal looks like
<resource>  parse, call a service, answer
"""
