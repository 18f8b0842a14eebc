import { defineErrors } from '#platform/errors.ts'

export const settingsErrors = defineErrors({
  tooManyNotices: [
    409,
    'TOO_MANY_NOTICES',
    [
      'An organization can have up to {most} notices. Remove one that you no longer need.',
      'Una organización puede tener hasta {most} avisos. Elimine uno que ya no necesite.',
    ],
  ],
})
