-- What: reports that were only handed over until now (as a file in a folder or for staff) say so.
-- Why: see 0430. The receipt of such a report is the name of its file, whose last part is always '.csv' in our own format.
-- Locks: row locks of these reports.
update learning.completion_report r
set handed_over_ind = true
where r.state = 'accepted'
  and (r.receipt like r.agency || '-%.csv'
       or exists (select from learning.agency_file f
                  where f.organization_id = r.organization_id and f.agency = r.agency and f.name = r.receipt));
