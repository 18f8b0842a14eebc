-- What: drops the columns of waivers in learning.identity_setup, and the triggers that kept them and the rows of
--       learning.identity_waiver alike.
-- Why: the release before this one reads and writes the rows only.
-- Locks: learning.identity_setup and learning.identity_waiver for a moment.

-- contract: since 0370 nothing writes the rows from the columns
drop trigger waiver_rows on learning.identity_setup;
-- contract: since 0370 nothing reads the columns
drop trigger waiver_columns on learning.identity_waiver;
-- contract: used by the trigger waiver_rows alone
drop function learning.write_waiver_rows();
-- contract: used by the trigger waiver_columns alone
drop function learning.write_waiver_columns();
-- contract: used by write_waiver_rows alone
drop function learning.waivers_of_columns(timestamptz, timestamptz, timestamptz, jsonb);
-- contract: since 0370 a waiver is a row of learning.identity_waiver
alter table learning.identity_setup
  drop column phone_waived_at,
  drop column typing_waived_at,
  drop column device_waived_at,
  drop column waived_by_staff;
