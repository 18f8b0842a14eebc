-- no transaction
-- What: a number is on the first version of one certificate, and later versions of it may repeat it.
-- Why: see 0420.
-- Locks: none; the indexes are made concurrently.
drop index concurrently if exists learning.certificate_reservation_first_number;
create unique index concurrently certificate_reservation_first_number
  on learning.certificate_reservation (organization_id, certificate_number) where version = 1;
drop index concurrently if exists learning.certificate_reservation_number;
create index concurrently certificate_reservation_number
  on learning.certificate_reservation (organization_id, certificate_number);
drop index concurrently if exists learning.student_certificate_number;
create index concurrently student_certificate_number
  on learning.student_certificate (organization_id, certificate_number);
drop index concurrently if exists learning.certificate_stock_number_ascending;
create index concurrently certificate_stock_number_ascending
  on learning.certificate_stock_number (organization_id, agency, length(number), number)
  where taken_at is null and voided_at is null;
