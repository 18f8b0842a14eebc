import { texts } from '#platform/texts.ts'

export const upsellTexts = texts({
  title: ['Goes well with your course', 'Combina bien con su curso'],
  add: ['Add to cart', 'Agregar al carrito'],
  addNamed: ['Add to cart: {name}', 'Agregar al carrito: {name}'],
  no: ['No, thanks', 'No, gracias'],
})
