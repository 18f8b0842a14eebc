import { texts } from '#platform/texts.ts'

/** What became of a copy of what a shop has sold (lk_storefront_line_status_id). */
export const lineStatus = {
  Waiting: 1,
  UnknownProduct: 2,
  NotOnSale: 3,
  Enrolled: 4,
  Ended: 5,
  Kept: 6,
  Surplus: 7,
} as const

/** Statuses of a copy that waits for someone; the index of open lines names their numbers. */
export const waitingStatuses = [lineStatus.Waiting, lineStatus.UnknownProduct, lineStatus.NotOnSale]

export const lineStatusNames = {
  1: ['Waiting for the buyer', 'Pendiente del comprador'],
  2: ['Unknown product', 'Producto desconocido'],
  3: ['Course not for sale', 'El curso no está a la venta'],
  4: ['Enrolled', 'Inscrito'],
  5: ['Refunded', 'Reembolsado'],
  6: ['Refunded after completion', 'Reembolsado después de completarse'],
  7: ['Additional copy', 'Copia adicional'],
} as const

export const storefrontTexts = texts({
  title: ['Storefront Orders', 'Pedidos de la tienda'],
  empty: [
    'No storefront orders found. Orders from your shop will appear here.',
    'No se encontraron pedidos de la tienda. Los pedidos de su tienda aparecerán aquí.',
  ],
  id: ['Line ID', 'ID de línea'],
  order: ['Order', 'Pedido'],
  email: ['Email', 'Correo electrónico'],
  customer: ['Customer', 'Cliente'],
  product: ['Product', 'Producto'],
  sku: ['SKU', 'SKU'],
  copy: ['Copy', 'Copia'],
  course: ['Course', 'Curso'],
  status: ['Status', 'Estado'],
  organization: ['Organization', 'Organización'],
  createdAt: ['Received', 'Recibido'],
  endedAt: ['Returned', 'Devuelto'],
  map: ['Choose the Course', 'Elegir el curso'],
  mapping: ['Saving', 'Guardando'],
  mapLead: [
    'Every order for this product will open the course, including the orders waiting here. A signed-in buyer is enrolled right away.',
    'Cada pedido de este producto abrirá el curso, incluidos los que están pendientes aquí. Un comprador que ya inició sesión queda inscrito de inmediato.',
  ],
  productIs: ['{title} (SKU {sku})', '{title} (SKU {sku})'],
  noOffers: ['The organization has no courses for sale.', 'La organización no tiene cursos a la venta.'],
  mapped: ['This product now opens this course.', 'Ahora este producto abre este curso.'],
  back: ['Back to storefront orders', 'Volver a los pedidos de la tienda'],
})
