import { texts } from '../../../platform/texts.ts'

export const paymentWords = texts({
  title: ['Payments', 'Pagos'],
  empty: ['No payments found.', 'No se encontraron pagos.'],
  name: ['Name', 'Nombre'],
  transaction_id: ['Transaction ID', 'ID de transacción'],
  created_at: ['Created Date', 'Fecha de creación'],
  organization_code: ['Organization Code', 'Código de organización'],
  order_type: ['Order Type', 'Tipo de pedido'],
  course_name: ['Course', 'Curso'],
  total: ['Total', 'Total'],
  discount: ['Discount', 'Descuento'],
  shipping_price: ['Shipping Price', 'Precio de envío'],
  refund_amount: ['Refund Amount', 'Importe reembolsado'],
  payment_status: ['Payment Status', 'Estado del pago'],
  payment_id: ['Payment ID', 'ID de pago'],
  email: ['Email', 'Correo electrónico'],
  organization: ['Organization', 'Organización'],
})
