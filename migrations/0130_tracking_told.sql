-- What: when the tracking number of an order line was set.
-- Why: setting it emails the student; a certificate that is shipped after that needs no second email with the same news.
-- Locks: an instant; the column is empty.

alter table checkout.order_item add column tracking_set_at timestamptz;
