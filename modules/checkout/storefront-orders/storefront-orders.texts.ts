import { texts } from '../../../platform/texts.ts'

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

export const lineStatusNames = {
  1: ['Waits for the buyer', 'Espera al comprador'],
  2: ['Unknown product', 'Producto desconocido'],
  3: ['Course not on sale', 'Curso no disponible'],
  4: ['Enrolled', 'Inscrito'],
  5: ['Refunded', 'Reembolsado'],
  6: ['Refunded after completion', 'Reembolsado tras completarse'],
  7: ['Further copy', 'Copia adicional'],
} as const

export const storefrontTexts = texts({
  title: ['Storefront Orders', 'Pedidos de la tienda'],
  empty: [
    'No orders of a storefront found. They appear here once the shop tells of them.',
    'No se encontraron pedidos de una tienda. Aparecen aquí cuando la tienda los comunica.',
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
  endedAt: ['Given Back', 'Devuelto'],
  map: ['Choose the Course', 'Elegir el curso'],
  mapping: ['Saving', 'Guardando'],
  mapLead: [
    'Every order of this product opens the course, those that wait here, too. A signed-in buyer is enrolled at once.',
    'Cada pedido de este producto abre el curso, también los que esperan aquí. Quien ya inició sesión queda inscrito enseguida.',
  ],
  productIs: ['{title} (SKU {sku})', '{title} (SKU {sku})'],
  noOffers: ['The organization has no course on sale.', 'La organización no tiene cursos a la venta.'],
  mapped: ['The product opens this course from now on.', 'Desde ahora el producto abre este curso.'],
  back: ['Back to the storefront orders', 'Volver a los pedidos de la tienda'],
})
