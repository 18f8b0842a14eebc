import { texts } from '#platform/texts.ts'

export const bannerTexts = texts({
  title: ['System Banner Styles', 'Estilos de avisos fijos'],
  lead: [
    "A banner stays at the top of every page for one group of people, in this organization and its sub-organizations. A sub-organization's own banner takes its place.",
    'Un aviso fijo permanece en la parte superior de cada página para un grupo de personas, en esta organización y sus suborganizaciones. El aviso fijo propio de una suborganización lo reemplaza.',
  ],
  admin: ['Admins', 'Administradores'],
  instructor: ['Instructors and support', 'Instructores y soporte'],
  student: ['Students', 'Estudiantes'],
  emptyHint: [
    'Leave both messages empty to show no banner.',
    'Deje ambos mensajes vacíos para no mostrar ningún aviso fijo.',
  ],
  save: ['Save banners', 'Guardar avisos fijos'],
  updated: ['Banners updated.', 'Los avisos fijos se actualizaron.'],
  failed: ['Banners could not be updated: {message}', 'No se pudieron actualizar los avisos fijos: {message}'],
  unreadable: ["The banners aren't valid JSON.", 'Los avisos fijos no son JSON válido.'],
  groupTwice: ['Each group can have one banner.', 'Cada grupo puede tener un aviso fijo.'],
})
