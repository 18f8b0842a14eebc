-- A bundle is bought by one person, so the age rules of its courses must leave somebody who may buy it. Until now nothing
-- held an author to that. New functions and triggers: exclusive locks of moments. Bundles that nobody can buy today become
-- buyable: their parts with an age rule may be left out (it writes these few rows alone).

-- Whether nobody has an age for all of a version and the parts that come along with it. Two parts that may both be left
-- out exclude no buyer.
create function catalogue.excludes_every_age(wanted integer) returns boolean language sql stable as $$
  with course_rule as (
    select true as required_ind, v.course_registration_options as options
    from catalogue.course_version v where v.course_version_id = wanted
    union all
    select b.required_ind, v.course_registration_options
    from catalogue.course_bundle b
    join catalogue.course c on c.course_id = b.course_id
    join catalogue.course_version v on v.course_version_id = c.published_version_id
    where b.course_version_id = wanted
  ), age_rule as (
    select required_ind, options ->> 'aboveOrBelowAge' as side, (options ->> 'age')::numeric as age
    from course_rule where options ->> 'ageEnabled' = 'true'
  )
  select exists (
    select from age_rule a join age_rule b on a.side = 'Above' and b.side = 'Below' and a.age >= b.age
    where a.required_ind or b.required_ind)
$$;

update catalogue.course_bundle part set required_ind = false
from catalogue.course c
join catalogue.course_version p on p.course_version_id = c.published_version_id
where c.course_id = part.course_id and part.required_ind and p.course_registration_options ->> 'ageEnabled' = 'true'
  and catalogue.excludes_every_age(part.course_version_id);

create function catalogue.refuse_bundle(wanted integer) returns void language plpgsql as $$
begin
  -- Whoever changes another part of the bundle at this moment waits, and is judged with this change.
  perform from catalogue.course c join catalogue.course_bundle b on b.course_id = c.course_id
  where b.course_version_id = wanted order by c.course_id for share of c;
  if catalogue.excludes_every_age(wanted) then
    raise exception 'the age rules of bundle % exclude each other', wanted
      using errcode = 'check_violation', constraint = 'course_bundle_ages';
  end if;
end $$;

create function catalogue.check_bundle() returns trigger language plpgsql as $$
begin
  perform catalogue.refuse_bundle(new.course_version_id);
  return null;
end $$;
create trigger bundle_ages after insert or update on catalogue.course_bundle
  for each row execute function catalogue.check_bundle();

-- A published course and the published bundles of the same organization that it is a part of. Another organization's bundle
-- does not hold up an author: the checkout says there what does not fit.
create function catalogue.check_bundles_of(changed_course integer) returns void language plpgsql as $$
declare
  bundle integer;
begin
  for bundle in
    select c.published_version_id from catalogue.course c where c.course_id = changed_course
    union
    select b.course_version_id
    from catalogue.course_bundle b
    join catalogue.course whole on whole.published_version_id = b.course_version_id
    join catalogue.course part on part.course_id = b.course_id and part.organization_id = whole.organization_id
    where b.course_id = changed_course
  loop
    perform catalogue.refuse_bundle(bundle);
  end loop;
end $$;

create function catalogue.check_published() returns trigger language plpgsql as $$
begin
  perform catalogue.check_bundles_of(new.course_id);
  return null;
end $$;
create trigger bundle_ages after update of published_version_id on catalogue.course
  for each row when (new.published_version_id is distinct from old.published_version_id)
  execute function catalogue.check_published();
create trigger bundle_ages after update of course_registration_options on catalogue.course_version
  for each row when (new.course_registration_options is distinct from old.course_registration_options)
  execute function catalogue.check_published();
