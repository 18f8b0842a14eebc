-- What: texts whose names changed have other keys; their translations and changed words follow.
-- Why: the errors of checkout are named by what is wrong, and a file by its operation.
-- Locks: rows of settings.translation that it writes, a few at most.
update settings.translation t set key = moved.new_key
from (values
  ('checkout/errors:checkoutErrors.chargebackBeyond', 'checkout/errors:checkoutErrors.chargebacksExceedPayment'),
  ('checkout/errors:checkoutErrors.chargebackOfNothing', 'checkout/errors:checkoutErrors.nothingToChargeBack'),
  ('checkout/errors:checkoutErrors.courseBegun', 'checkout/errors:checkoutErrors.courseStarted'),
  ('checkout/errors:checkoutErrors.onInvoiceAlready', 'checkout/errors:checkoutErrors.alreadyOnInvoice'),
  ('checkout/errors:checkoutErrors.orderMixed', 'checkout/errors:checkoutErrors.mixedOrganizations'),
  ('checkout/errors:checkoutErrors.refundAskerGone', 'checkout/errors:checkoutErrors.refundRequesterLostPermission'),
  ('checkout/errors:checkoutErrors.refundDecidedBefore', 'checkout/errors:checkoutErrors.refundAlreadyDecided'),
  ('checkout/errors:checkoutErrors.refundNeedsAnother', 'checkout/errors:checkoutErrors.refundNeedsOtherReviewer'),
  ('checkout/errors:checkoutErrors.refundOver', 'checkout/errors:checkoutErrors.nothingToRefund'),
  ('checkout/errors:checkoutErrors.settingFromAbove', 'checkout/errors:checkoutErrors.parentSettingStricter'),
  ('checkout/errors:checkoutErrors.settlesItself', 'checkout/errors:checkoutErrors.parentSettlesInvoices'),
  ('checkout/errors:checkoutErrors.studentsBilled', 'checkout/errors:checkoutErrors.organizationPaysByInvoice'),
  ('checkout/errors:checkoutErrors.takesAlready', 'checkout/errors:checkoutErrors.alreadyEnrolled'),
  ('support/transcript/ask-transcript:words.asked', 'support/transcript/request-transcript:words.asked')
) as moved (old_key, new_key)
where t.key = moved.old_key
  and not exists (select from settings.translation n where n.key = moved.new_key and n.language = t.language);
