import { texts } from '#platform/texts.ts'

export const cartTabTexts = texts({
  cart: ['Cart at {organization}', 'Carrito en {organization}'],
  none: ['The cart is empty.', 'El carrito está vacío.'],
  noneText: [
    "Courses will appear here once they're added to the cart.",
    'Los cursos aparecerán aquí cuando se agreguen al carrito.',
  ],
  course: ['Course', 'Curso'],
  code: ['Promo code', 'Código promocional'],
  price: ['Price', 'Precio'],
  total: ['Total', 'Total'],
  saved: ['Saved for later', 'Guardado para después'],
  unavailable: ['No longer for sale', 'Ya no está a la venta'],
})
