-- no transaction
-- What: the indexes over the letters of orders, transaction ids and certificate numbers.
-- Why: they find letters anywhere within a text.
-- Locks: none that writers wait for.
drop index concurrently if exists checkout.customer_order_letters;
create index concurrently customer_order_letters on checkout.customer_order using gin (
  checkout.order_letters(first_name, last_name, email) public.gin_trgm_ops);
drop index concurrently if exists checkout.payment_transaction_letters;
create index concurrently payment_transaction_letters on checkout.payment using gin (
  platform.search_form(transaction_id) public.gin_trgm_ops);
drop index concurrently if exists learning.student_certificate_letters;
create index concurrently student_certificate_letters on learning.student_certificate using gin (
  platform.search_form(certificate_number) public.gin_trgm_ops);
