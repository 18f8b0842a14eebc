import { defineModule } from '#platform/module.ts'
import { addToCart } from './cart/add-to-cart.ts'
import { fetchCartByUser } from './cart/fetch-cart-by-user.ts'
import { fetchCourse } from './cart/fetch-course.ts'
import { fetchGuest } from './cart/fetch-guest.ts'
import { fetchItems } from './cart/fetch-items.ts'
import { fetchRelated } from './cart/fetch-related.ts'
import { fetchShippingMethods } from './cart/fetch-shipping-methods.ts'
import { removeFromCart } from './cart/remove-from-cart.ts'
import { saveForLater } from './cart/save-for-later.ts'
import { updateCartItem } from './cart/update-cart-item.ts'
import { operations as charges } from './charges/operations.ts'
import { createTestInvoice } from './invoices/create-test-invoice.ts'
import { deleteInvoice } from './invoices/delete-invoice.ts'
import { downloadInvoice, exportInvoice } from './invoices/export-invoice.ts'
import { fetchInvoice } from './invoices/fetch-invoice.ts'
import { fetchPlaces } from './invoices/fetch-places.ts'
import { generateInvoice } from './invoices/generate-invoice.ts'
import { invoices } from './invoices/invoices.grid.ts'
import { recordInvoicePayment } from './invoices/record-invoice-payment.ts'
import { assignKeys } from './keys/assign-keys.ts'
import { createKeys } from './keys/create-keys.ts'
import { downloadCodes } from './keys/download-codes.ts'
import { fetchKeyChoices, pickKeys } from './keys/fetch-choices.ts'
import { fetchCodes } from './keys/fetch-codes.ts'
import { fetchKey } from './keys/fetch-key.ts'
import { authorizationKeys } from './keys/keys.grid.ts'
import { redeemKey } from './keys/redeem-key.ts'
import { revokeBatch } from './keys/revoke-batch.ts'
import { revokeKey } from './keys/revoke-key.ts'
import { fetchLeaverEmail, saveLeaverEmail } from './leaver/leaver-email.ts'
import { fetchLeaverPromoCode, saveLeaverPromoCode } from './leaver/leaver-promo-code.ts'
import { sendLeaverEmail } from './leaver/send-leaver-email.ts'
import { lookups } from './lookups.shared.ts'
import { downloadReceipt } from './orders/download-receipt.ts'
import { fetchOrderEvidence } from './orders/fetch-evidence.ts'
import { fetchPaymentsByStudent } from './orders/fetch-payments-by-student.ts'
import { fetchTransaction } from './orders/fetch-transaction.ts'
import { fetchTransactions } from './orders/fetch-transactions.ts'
import { generateCheckoutToken } from './orders/generate-checkout-token.ts'
import { setTracking } from './orders/set-tracking.ts'
import { changeBillingMethods, fetchBillingMethods, getBillingPage } from './payments/billing/billing-methods.ts'
import { decideChargeback } from './payments/chargebacks/decide-chargeback.ts'
import { enterChargeback } from './payments/chargebacks/enter-chargeback.ts'
import { fetchChargebacks } from './payments/chargebacks/fetch-chargebacks.ts'
import { payments } from './payments/grid/payments.grid.ts'
import { decideHeld } from './payments/held/decide-held.ts'
import { fetchHeld } from './payments/held/fetch-held.ts'
import { addRemovePaymentMethod } from './payments/methods/change-payment-methods.ts'
import { fetchPaymentMethods } from './payments/methods/fetch-payment-methods.ts'
import { getAcceptPaymentPage } from './payments/methods/get-payment-page.ts'
import { getAcceptCustomerProfilePage } from './payments/methods/get-profile-page.ts'
import { authorizePaypal } from './payments/paypal/authorize-paypal.ts'
import { placeGuestOrder, placeOrder } from './payments/paypal/place-wallet-order.ts'
import { processPayment } from './payments/process-payment.ts'
import { approveRefund, declineRefund, takeBackRefund } from './payments/refunds/decide-refund.ts'
import { fetchAwaiting } from './payments/refunds/fetch-awaiting.ts'
import { fetchRefundable } from './payments/refunds/fetch-refundable.ts'
import { refundPayment } from './payments/refunds/refund-payment.ts'
import { voidPayment } from './payments/refunds/void-payment.ts'
import { fetchDiscrepancies } from './payments/settlement/fetch-discrepancies.ts'
import { resolveDiscrepancy } from './payments/settlement/resolve-discrepancy.ts'
import { personal } from './personal-tables.ts'
import { applyCode } from './promo-codes/apply-code.ts'
import { fetchById } from './promo-codes/fetch-by-id.ts'
import { fetchCodeForm } from './promo-codes/fetch-code-form.ts'
import { fetchPromoCodes, fetchPromoCodesForWebsite } from './promo-codes/fetch-promo-codes.ts'
import { promoCodes } from './promo-codes/promo-codes.grid.ts'
import { removeCode } from './promo-codes/remove-code.ts'
import { savePromoCodes } from './promo-codes/save-promo-codes.ts'
import { validateCode } from './promo-codes/validate-code.ts'
import { sealedColumns } from './sealed-columns.ts'
import { fetchCheckoutSettings } from './settings/fetch-checkout-settings.ts'
import { saveCheckoutSettings } from './settings/save-checkout-settings.ts'
import { fetchProduct, mapProduct } from './storefront-orders/map-product.ts'
import { storefrontOrders } from './storefront-orders/storefront-orders.grid.ts'

export const checkout = defineModule({
  name: 'checkout',
  uses: ['learning', 'catalogue', 'identity', 'settings'],
  personal,
  folders: [
    'settings',
    'cart',
    'promo-codes',
    'leaver',
    'orders',
    'keys',
    'payments',
    'account',
    'invoices',
    'storefront-orders',
    'charges',
  ],
  lookups,
  operations: [
    fetchItems,
    fetchCartByUser,
    fetchCourse,
    fetchShippingMethods,
    addToCart,
    updateCartItem,
    removeFromCart,
    saveForLater,
    fetchRelated,
    fetchGuest,
    applyCode,
    removeCode,
    fetchById,
    fetchPromoCodes,
    fetchPromoCodesForWebsite,
    fetchCodeForm,
    savePromoCodes,
    validateCode,
    ...promoCodes.operations,
    fetchLeaverPromoCode,
    saveLeaverPromoCode,
    fetchLeaverEmail,
    saveLeaverEmail,
    sendLeaverEmail,
    fetchCheckoutSettings,
    saveCheckoutSettings,
    fetchPaymentMethods,
    addRemovePaymentMethod,
    getAcceptCustomerProfilePage,
    fetchBillingMethods,
    getBillingPage,
    changeBillingMethods,
    getAcceptPaymentPage,
    generateCheckoutToken,
    processPayment,
    authorizePaypal,
    placeOrder,
    placeGuestOrder,
    fetchTransaction,
    fetchTransactions,
    fetchPaymentsByStudent,
    downloadReceipt,
    fetchOrderEvidence,
    setTracking,
    ...charges,
    ...payments.operations,
    refundPayment,
    voidPayment,
    fetchRefundable,
    fetchAwaiting,
    approveRefund,
    declineRefund,
    takeBackRefund,
    enterChargeback,
    decideChargeback,
    fetchChargebacks,
    fetchHeld,
    decideHeld,
    fetchDiscrepancies,
    resolveDiscrepancy,
    ...authorizationKeys.operations,
    createKeys,
    fetchCodes,
    fetchKeyChoices,
    pickKeys,
    downloadCodes,
    fetchKey,
    assignKeys,
    revokeKey,
    revokeBatch,
    redeemKey,
    ...storefrontOrders.operations,
    fetchProduct,
    mapProduct,
    ...invoices.operations,
    generateInvoice,
    createTestInvoice,
    fetchPlaces,
    fetchInvoice,
    exportInvoice,
    downloadInvoice,
    recordInvoicePayment,
    deleteInvoice,
  ],
  grids: [payments, authorizationKeys, invoices, promoCodes, storefrontOrders],
  sealed: sealedColumns,
})
