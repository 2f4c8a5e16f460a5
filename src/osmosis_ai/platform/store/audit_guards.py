"""What keeps the audit trail append only, in the words of each database. Revision 0001 makes it and never changes."""

__all__ = ["AUDIT_GUARDS"]

AUDIT_GUARDS = {
    "sqlite": (
        "CREATE TRIGGER audit_entries_unchanged BEFORE UPDATE ON audit_entries "
        "BEGIN SELECT RAISE(ABORT, 'audit entries are never changed'); END",
        "CREATE TRIGGER audit_entries_retained BEFORE DELETE ON audit_entries WHEN NOT EXISTS "
        "(SELECT 1 FROM audit_retention WHERE remove_before > OLD.at) "
        "BEGIN SELECT RAISE(ABORT, 'audit entries are removed by retention alone'); END",
    ),
    "postgresql": (
        "CREATE FUNCTION audit_entries_guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM audit_retention WHERE remove_before > OLD.at) THEN "
        "RETURN OLD; END IF; "
        "RAISE EXCEPTION 'audit entries are never changed, and removed by retention alone'; END $$",
        "CREATE TRIGGER audit_entries_guard BEFORE UPDATE OR DELETE ON audit_entries "
        "FOR EACH ROW EXECUTE FUNCTION audit_entries_guard()",
    ),
}
"""Entries of the audit trail are never changed, and removed only when a retention run has recorded that they may be."""
