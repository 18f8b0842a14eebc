import { texts } from '#platform/texts.ts'

/** Texts for staff about the method, and about turning it off. */
export const biometricsWords = texts({
  name: ['Device', 'Dispositivo'],
  waive: ['Turn off device checks', 'Desactivar las verificaciones por dispositivo'],
  waiveHint: [
    "For a student whose device can't recognize them. We'll use the course's other checks instead.",
    'Para un estudiante a quien su dispositivo no puede reconocer. Usaremos las demás verificaciones del curso.',
  ],
  unwaive: ['Turn on device checks', 'Activar las verificaciones por dispositivo'],
  unwaiveHint: [
    "We'll use device checks again if a device is set up. Reset the setup if there is none.",
    'Volveremos a usar el dispositivo si está configurado. Si no hay ninguno, restablezca la configuración.',
  ],
  changed: ['The device checks were changed.', 'Se cambiaron las verificaciones por dispositivo.'],
})

/** Footprint texts for its recorded events and ways. */
export const biometricsRecords = texts({
  'security.device': ['Device set up', 'Dispositivo configurado'],
  'security.waive-device': ['Device checks changed', 'Verificaciones por dispositivo modificadas'],
})
