-- What: who signs the certificates of an organization, with the picture of the signature and the school's number; the
-- templates that come with the product print these instead of a made-up person.
-- Why: migration 0069 put an invented director on every certificate. Certificates that were issued keep what they say.
-- An old process prints nothing in the new places: it removes names in { } that it does not know.
-- Locks: none that lasts; two new tables, and some rows of certificate templates.

create table catalogue.certificate_signer (
  organization_id integer primary key references identity.organization,
  name text not null default '',
  title text not null default '',
  title_es text not null default '',
  approval_number text not null default '',
  signature_key text,
  updated_at timestamptz not null default platform.now()
);
select platform.protect_tenant_table('catalogue.certificate_signer');

-- Every picture that was ever a signature: issued certificates name theirs.
create table catalogue.certificate_signature (
  organization_id integer not null references identity.organization,
  file_key text not null,
  created_at timestamptz not null default platform.now(),
  primary key (organization_id, file_key)
);
create index certificate_signature_file on catalogue.certificate_signature (file_key);
select platform.protect_tenant_table('catalogue.certificate_signature');

-- The mailing address, for other modules.
create view identity.v_organization_address with (security_invoker = true) as
select organization_id, address1, address2, city, lk_state_id, zip
from identity.organization_address where lk_address_type_id = 2;

-- The made-up name wherever a design prints it; in designs that still have the signature as the product drew it, its line
-- and its title, too.
update catalogue.certificate_template t
set version = t.version + 1, updated_at = platform.now(),
    design = jsonb_set(t.design, '{fields}', (
      select jsonb_agg(part.field order by f.place, part.turn)
      from jsonb_array_elements(t.design -> 'fields') with ordinality f (field, place)
      cross join lateral (
        select 1 as turn, case
          when f.field #>> '{text,0}' = 'Marguerite Okafor' and (f.field ->> 'y')::numeric = 508
               and (f.field ->> 'x')::numeric = 360
            then f.field || '{"size": 36, "weight": "regular", "color": "muted", "text": ["{signature}", ""]}'
          when f.field ->> 'kind' = 'line' and (f.field ->> 'y')::numeric = 516 and (f.field ->> 'x')::numeric = 360
            then f.field || '{"kind": "text", "y": 523, "size": 11, "align": "middle", "weight": "semibold", "color": "ink", "text": ["{signer_name}", ""]}'
          when (f.field #>> '{text,0}') in ('School Director', 'Training provider representative')
               and (f.field ->> 'y')::numeric = 530 and (f.field ->> 'x')::numeric = 360
            then f.field || '{"y": 536, "text": ["{signer_title}", ""]}'
          when f.field #>> '{text,0}' = 'Marguerite Okafor'
            then f.field || '{"text": ["{signer_name}", ""]}'
          else f.field
        end as field
      ) part))
where t.design::text like '%Marguerite Okafor%';
