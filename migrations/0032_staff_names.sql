-- Staff of an organization work in those below it, and the trail there names them by an id whose row lies out of sight.
-- Adds a function and a column of a view; locks nothing.

-- 'Ana Diaz': staff as people of an organization at or below theirs may know them; null for everybody else. It looks at
-- every tenant and gives nothing but this name. The setting is put back by hand: a function that declares one of its own
-- can be made by a superuser alone.
create function identity.staff_name(of_user_id integer, known_to_organization_id integer) returns text
  language plpgsql stable strict
  as $$
declare
  seen constant text := coalesce(current_setting('waypost.scope', true), '');
  said text;
begin
  perform set_config('waypost.scope', '{(,)}', true);
  select nullif(trim(p.first_name || ' ' || p.last_name), '') into said
  from identity.person p
  join identity.organization_closure c on c.ancestor_id = p.organization_id
  where p.user_id = of_user_id and c.descendant_id = known_to_organization_id and p.lk_user_role_id <> 3;
  perform set_config('waypost.scope', seen, true);
  return said;
end $$;

-- An exported file names the request that it was made by.
create or replace view platform.v_audit_event with (security_invoker = true) as
  select audit_event_id, organization_id, at, action, subject, subject_user_id, actor_kind, actor_user_id, viewed_by,
    after, request_id
  from platform.audit_event;
