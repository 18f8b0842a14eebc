import { texts } from '../../../../platform/texts.ts'

export const paymentWords = texts({
  title: ['Payments', 'Pagos'],
  empty: [
    'No payments yet. They appear here when students pay for a course.',
    'Todavía no hay pagos. Aparecerán aquí cuando los estudiantes paguen un curso.',
  ],
  name: ['Name', 'Nombre'],
  transaction_id: ['Transaction ID', 'ID de la transacción'],
  created_at: ['Created Date', 'Fecha'],
  organization_code: ['Organization Code', 'Código de organización'],
  order_type: ['Order Type', 'Tipo de pedido'],
  course_name: ['Course', 'Curso'],
  total: ['Total', 'Total'],
  discount: ['Discount', 'Descuento'],
  shipping_price: ['Shipping Price', 'Envío'],
  refund_amount: ['Refund Amount', 'Reembolso'],
  payment_status: ['Payment Status', 'Estado'],
  payment_id: ['Payment ID', 'ID de pago'],
  email: ['Email', 'Correo electrónico'],
  refundable: ['Refundable', 'Reembolsable'],
  receipt: ['Receipt', 'Recibo'],
  refund: ['Refund', 'Reembolsar'],
  void: ['Void', 'Anular'],
  editProfile: ['Edit Profile', 'Editar perfil'],
  discrepancies: ['Discrepancies', 'Discrepancias'],
  organization: ['Organization', 'Organización'],
})
