-- What: one normal form of a text for searching: lower case, without accents and apostrophes, a space for each hyphen. The
-- text that a search of people looks in has it.
-- Why: 'Jose' did not find José, nor "O'Brien" typed by a phone O'Brien, nor 'Garcia Lopez' Garcia-Lopez.
-- `searchForm` in platform/search-form.ts does the same to what is typed. An old process finds names without accents,
-- hyphens and apostrophes until it is replaced.
-- Locks: identity.person while it is written anew and its indexes are made (about ten seconds for a million people).

create function platform.search_form(written text) returns text
language plpgsql immutable strict parallel safe cost 5 as $$
begin
  if octet_length(written) = length(written) then
    return translate(lower(written), '-''`', ' ');
  end if;
  return translate(
    lower(regexp_replace(normalize(written, NFD), '[\u0300-\u036f]', '', 'g')),
    E'-\u2010\u2011\u2013\u2014\u00a0\u00f8\u0142\u0111\u03c2''`\u00b4\u2018\u2019\u02bb\u02bc\u2032', '      oldσ');
end $$;

alter table identity.person alter column search_text set expression as (
  left(platform.search_form(first_name || ' ' || middle_name || ' ' || last_name || ' ' || email || ' ' || loginid), 600));
