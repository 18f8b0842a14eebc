import { texts } from '#platform/texts.ts'

/** Texts for staff about the method, and about turning it off. */
export const phoneWords = texts({
  name: ['Phone', 'Teléfono'],
  waive: ['Turn off phone checks', 'Desactivar las verificaciones por teléfono'],
  waiveHint: [
    "For a student without a phone. We'll use the course's other checks instead.",
    'Para un estudiante sin teléfono. Usaremos las demás verificaciones del curso.',
  ],
  unwaive: ['Turn on phone checks', 'Activar las verificaciones por teléfono'],
  unwaiveHint: [
    "We'll use phone checks again once the student confirms a number. Reset the setup if there is none.",
    'Volveremos a usar el teléfono cuando el estudiante haya confirmado un número. Si no hay ninguno, restablezca la configuración.',
  ],
  changed: ['The phone checks were changed.', 'Se cambiaron las verificaciones por teléfono.'],
})

/** Footprint texts for its recorded events and ways. */
export const phoneRecords = texts({
  'security.phone': ['Phone number saved', 'Teléfono guardado'],
  'security.phone-proven': ['Phone number confirmed', 'Teléfono confirmado'],
  'security.waive-phone': ['Phone checks changed', 'Verificaciones por teléfono modificadas'],
  'security.code': ['Code sent', 'Código enviado'],
  sms: ['Text message', 'Mensaje de texto'],
  voice: ['Phone call', 'Llamada'],
})
