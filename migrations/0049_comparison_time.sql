-- When the books were last compared with a gateway from end to end, by the product's own clock: a comparison that failed is
-- tried again every hour, one that went well not before the next day. A column without values: an exclusive lock of a moment.

alter table checkout.settlement_comparison
  -- Null: no comparison has come to a good end since this column was added.
  add column compared_at timestamptz;
