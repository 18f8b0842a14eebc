-- Prepares an empty PostgreSQL for Waypost. A superuser runs it once, before the first `waypost migrate`:
--   psql -v password=… -f roles.sql      (both logins get it; `alter role waypost_backup password '…'` gives that one its own)
-- `waypost` is the login of DATABASE_URL: it owns the tables and may create neither roles nor databases. The product works as
-- `waypost_app`, which owns nothing and can't bypass row security; `waypost migrate` gives it its rights.
create role waypost_app nologin nosuperuser nocreatedb nocreaterole nobypassrls;
create role waypost login nosuperuser nocreatedb nocreaterole nobypassrls password :'password';
grant waypost_app to waypost;
create database waypost owner waypost;
-- For base backups and the archive of changes (docs/operations.md).
create role waypost_backup login replication nosuperuser nocreatedb nocreaterole password :'password';
