-- What: whether a certificate waits for the number that its agency assigns when it accepts the report, or for the stock.
-- Why: in Florida the number is the answer of the department's service, so it comes before the certificate is drawn.
-- Locks: `alter table` for a moment; a constant default.
alter table learning.certificate_wait add column for_answer_ind boolean not null default false;
