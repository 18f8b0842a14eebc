-- What: people whose profile has no date of birth get the one that they confirmed with their last paid order.
-- Why: a person has one date of birth, and the rules of courses are compared with it; orders used to hold one of their own.
-- Locks: only the rows that get one. An older process keeps writing it with orders alone; the registration then asks for it.

update identity.person p set dob = o.dob
from (
  select distinct on (user_id) user_id, dob from checkout.customer_order
  where dob is not null and paid_at is not null
  order by user_id, order_id desc
) o
where p.user_id = o.user_id and p.dob is null;
