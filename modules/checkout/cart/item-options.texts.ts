import { texts } from '../../../platform/texts.ts'

export const itemOptionTexts = texts({
  shipping: ['Certificate delivery', 'Entrega del certificado'],
  audio: ['Add audio ({price})', 'Añadir audio ({price})'],
  update: ['Update', 'Actualizar'],
  free: ['FREE', 'GRATIS'],
})
