-- What: which agencies there are is said by the code alone (modules/learning/reporting/agencies.ts).
-- Why: the list stood here, too, so that a new agency needed a migration besides.
-- Locks: completion_report for the moment of dropping a check.

alter table learning.completion_report drop constraint completion_report_agency_check;
