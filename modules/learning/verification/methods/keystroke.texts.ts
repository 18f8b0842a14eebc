import { texts } from '#platform/texts.ts'

/** Texts for staff about the method, and about turning it off. */
export const keystrokeWords = texts({
  name: ['Typing', 'Tecleo'],
  waive: ['Turn off typing checks', 'Desactivar las verificaciones por tecleo'],
  waiveHint: [
    "For a student who can't type steadily, for example because of an injury. We'll use the course's other checks instead.",
    'Para un estudiante que no puede teclear de forma pareja, por ejemplo, por una lesión. Usaremos las demás verificaciones del curso.',
  ],
  unwaive: ['Turn on typing checks', 'Activar las verificaciones por tecleo'],
  unwaiveHint: [
    "We'll use typing checks again if there are samples. Reset the setup if there are none.",
    'Volveremos a usar el tecleo si hay muestras. Si no hay ninguna, restablezca la configuración.',
  ],
  changed: ['The typing checks were changed.', 'Se cambiaron las verificaciones por tecleo.'],
})

/** Footprint texts for its recorded events and ways. */
export const keystrokeRecords = texts({
  'security.typing': ['Typing samples provided', 'Muestras de tecleo entregadas'],
  'security.waive-typing': ['Typing checks changed', 'Verificaciones por tecleo modificadas'],
})
