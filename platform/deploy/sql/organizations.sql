-- Stored files by organization, largest first; test organizations have negative ids. Changes nothing:
--   psql "$DATABASE_URL" -f platform/deploy/sql/organizations.sql
begin read only;
-- Row security shows the owner of the tables, too, only the organizations of this setting.
set local waypost.scope = '{(,)}';
select organization.organization_id, organization.code, count(file.bytes) as files, coalesce(sum(file.bytes), 0) as bytes
from identity.organization
left join (
  select organization_id, size_bytes as bytes from catalogue.attachment where deleted_at is null
  union all select organization_id, size_bytes from catalogue.document where deleted_at is null
  union all select organization_id, size_bytes from learning.registration_document
  union all select organization_id, file_size from identity.task where file_key is not null
) as file using (organization_id)
where organization.deleted_at is null
group by organization.organization_id, organization.code
order by bytes desc, organization.code;
commit;
