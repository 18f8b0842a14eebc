-- A try that was given up and whose own call then ends without an answer is asked about anew: since when. A new column
-- without a default and an index of the few rows that have it: exclusive locks of moments.

alter table checkout.payment_attempt add column reopened_at timestamptz;
create index payment_attempt_reopened on checkout.payment_attempt (reopened_at) where reopened_at is not null;

-- The list of an organization's courses, each once, however many websites it stands on. Reads the table once under a
-- lock that lets others read.
create index course_website_sold on catalogue.course_website (organization_id, course_id, course_website_id)
  where deleted_at is null;
