import type { AnyOperation } from '#platform/operation.ts'
import { cancelOrder } from './cancel-order.ts'
import { createOrder } from './create-order.ts'
import {
  fetchOpenOrders,
  getUnpaidReinstatement,
  getUnpaidRetake,
  getUnpaidStudentCourse,
} from './fetch-open-orders.ts'
import { handleGeneralPayment } from './handle-general-payment.ts'
import { createOwnReinstatement, createOwnRetake, createStudentCourse } from './own-orders.ts'
import {
  addInvoicedStudentCourse,
  addUnpaidReinstatement,
  addUnpaidRetake,
  addUnpaidStudentCourse,
} from './staff-charges.ts'
import { undoInvoiced } from './undo-invoiced.ts'

export const operations: readonly AnyOperation[] = [
  createOrder,
  cancelOrder,
  undoInvoiced,
  addUnpaidStudentCourse,
  addInvoicedStudentCourse,
  addUnpaidRetake,
  addUnpaidReinstatement,
  getUnpaidReinstatement,
  fetchOpenOrders,
  getUnpaidStudentCourse,
  getUnpaidRetake,
  createStudentCourse,
  createOwnRetake,
  createOwnReinstatement,
  handleGeneralPayment,
]
