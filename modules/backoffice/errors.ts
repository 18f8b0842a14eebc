import { defineErrors } from '../../platform/errors.ts'

export const backofficeErrors = defineErrors({
  ownStatus: [
    403,
    'OWN_STATUS',
    ['You cannot enable or disable your own account.', 'No puede habilitar ni deshabilitar su propia cuenta.'],
  ],
})
