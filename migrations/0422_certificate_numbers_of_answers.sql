-- What: the numbers of reservations and certificates are no longer unique in an organization.
-- Why: see 0420; the index of 0421 keeps a number to one certificate.
-- Locks: `drop constraint` for a moment.
alter table learning.certificate_reservation drop constraint certificate_reservation_organization_id_certificate_number_key;
alter table learning.student_certificate drop constraint student_certificate_organization_id_certificate_number_key;
