-- What an order may hold beside courses, who pays through whom, and whom a sale is owed to. New columns with constant
-- defaults and relaxed rules: exclusive locks of moments; the new check of customer_order reads the table once.

alter table checkout.cart
  -- Staff whose referral link the cart came from.
  add column referred_by_user_id integer references identity.person;

alter table checkout.customer_order
  add column referred_by_user_id integer references identity.person,
  -- Staff who wrote the order for the student; null: the buyer's own.
  add column created_by integer references identity.person,
  add column note text not null default '' check (length(note) <= 500),
  add column tax_cents integer not null default 0 check (tax_cents >= 0),
  drop constraint customer_order_check,
  add constraint customer_order_total_check
    check (total_cents = greatest(0, subtotal_cents + add_on_cents + shipping_cents - discount_cents) + tax_cents);

alter table checkout.order_item
  -- course: a new enrolment; retake, reinstatement: something for an enrolment that is there; fee: anything else.
  add column kind text not null default 'course' check (kind in ('course', 'retake', 'reinstatement', 'fee')),
  add column for_student_course_id integer,
  -- Of a retake: the quiz.
  add column component_id integer,
  -- What the platform keeps of the price, as agreed when it was sold; the rest is the affiliate's.
  add column admin_fee_cents integer not null default 0 check (admin_fee_cents >= 0),
  alter column course_website_id drop not null,
  alter column course_version_id drop not null,
  add constraint order_item_of_kind_check check (
    case kind
      when 'course' then course_website_id is not null and course_version_id is not null and for_student_course_id is null
      when 'fee' then student_course_id is null
      else for_student_course_id is not null and student_course_id is null
    end),
  add constraint order_item_of_retake_check check ((kind = 'retake') = (component_id is not null));
create index order_item_for_student_course on checkout.order_item (for_student_course_id)
  where for_student_course_id is not null;

-- Whom the money went through; by it the right adapter is asked, voided and refunded.
alter table checkout.payment_attempt
  add column provider text not null default 'authorize_net' check (provider in ('authorize_net', 'paypal'));
alter table checkout.payment
  add column provider text not null default 'authorize_net' check (provider in ('authorize_net', 'paypal', 'none'));
