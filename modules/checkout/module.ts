import { defineModule } from '../../platform/module.ts'
import { addToCart } from './cart/add-to-cart.ts'
import { fetchCourse } from './cart/fetch-course.ts'
import { fetchGuest } from './cart/fetch-guest.ts'
import { fetchItems } from './cart/fetch-items.ts'
import { fetchShippingMethods } from './cart/fetch-shipping-methods.ts'
import { removeFromCart } from './cart/remove-from-cart.ts'
import { updateCartItem } from './cart/update-cart-item.ts'
import { orderPaid } from './facts.ts'
import { assignKeys } from './keys/assign-keys.ts'
import { createKeys } from './keys/create-keys.ts'
import { downloadCodes } from './keys/download-codes.ts'
import { fetchCodes } from './keys/fetch-codes.ts'
import { fetchKey } from './keys/fetch-key.ts'
import { authorizationKeys } from './keys/keys.grid.ts'
import { redeemKey } from './keys/redeem-key.ts'
import { revokeKey } from './keys/revoke-key.ts'
import { fetchPaymentsByStudent } from './orders/fetch-payments-by-student.ts'
import { fetchTransaction } from './orders/fetch-transaction.ts'
import { fetchTransactions } from './orders/fetch-transactions.ts'
import { fetchPaymentMethods } from './payments/fetch-payment-methods.ts'
import { processPayment } from './payments/process-payment.ts'
import { payments } from './payments-grid/payments.grid.ts'
import { applyCode } from './promo-codes/apply-code.ts'
import { fetchById } from './promo-codes/fetch-by-id.ts'
import { removeCode } from './promo-codes/remove-code.ts'

export const checkout = defineModule({
  name: 'checkout',
  uses: ['learning', 'catalogue', 'identity'],
  operations: [
    fetchItems,
    fetchCourse,
    fetchShippingMethods,
    addToCart,
    updateCartItem,
    removeFromCart,
    fetchGuest,
    applyCode,
    removeCode,
    fetchById,
    fetchPaymentMethods,
    processPayment,
    fetchTransaction,
    fetchTransactions,
    fetchPaymentsByStudent,
    ...payments.operations,
    ...authorizationKeys.operations,
    createKeys,
    fetchCodes,
    downloadCodes,
    fetchKey,
    assignKeys,
    revokeKey,
    redeemKey,
  ],
  grids: [payments, authorizationKeys],
  facts: [orderPaid],
})
