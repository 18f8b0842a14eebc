-- What: the sections of the home page of an organization: shown or not, their own words in both languages, their picture.
-- Why: an organization presents itself at `/`. A section without a row is shown with the product's words.
-- Locks: none; a new table.
create table catalogue.home_section (
  organization_id integer not null references identity.organization,
  section text not null
    check (section in ('hero', 'picker', 'numbers', 'approval', 'courses', 'steps', 'faq', 'contact', 'refund')),
  shown_ind boolean not null default true,
  title_en text not null default '' check (length(title_en) <= 200),
  title_es text not null default '' check (length(title_es) <= 200),
  body_en text not null default '' check (length(body_en) <= 4000),
  body_es text not null default '' check (length(body_es) <= 4000),
  -- The name of a scene, or the address of an uploaded picture.
  picture text not null default '' check (length(picture) <= 300),
  updated_at timestamptz not null default platform.now(),
  primary key (organization_id, section)
);
select platform.protect_tenant_table('catalogue.home_section'::regclass);

create trigger revision_insert after insert on catalogue.home_section referencing new table as changed
  for each statement execute function catalogue.count_seller_change();
create trigger revision_update after update on catalogue.home_section referencing new table as changed
  for each statement execute function catalogue.count_seller_change();
