-- What: the schema of the platform's own tables. The table platform.migration is made by the migrator itself,
-- which must be able to write down this very file. Locks nothing.
create schema if not exists platform;

comment on schema platform is 'Tables of the platform: migrations, queue, audit, files';
