import { defineErrors } from '../../platform/errors.ts'

export const identityErrors = defineErrors({
  siteClosed: [503, 'SITE_CLOSED', ['This site is closed.', 'Este sitio está cerrado.']],
  organizationCircle: [
    409,
    'ORGANIZATION_CIRCLE',
    [
      'An organization cannot stand below itself or one of its own.',
      'Una organización no puede depender de sí misma ni de una de las suyas.',
    ],
  ],
  invalidCredentials: [401, 'INVALID_CREDENTIALS', ['Invalid Credentials.', 'Credenciales no válidas.']],
  wrongPassword: [
    422,
    'WRONG_PASSWORD',
    ['The old password is not correct.', 'La contraseña anterior no es correcta.'],
  ],
  tooManySignIns: [
    429,
    'TOO_MANY_SIGN_INS',
    [
      'Too many failed attempts. Please wait {minutes} minutes and try again.',
      'Demasiados intentos fallidos. Espere {minutes} minutos e inténtelo de nuevo.',
    ],
  ],
  loginidInUse: [409, 'LOGINID_IN_USE', ['Username is already in use.', 'El nombre de usuario ya está en uso.']],
  weakPassword: [
    422,
    'WEAK_PASSWORD',
    [
      'Minimum Length 14, Must include at least: 1 Special character, 1 Numeric.',
      'Longitud mínima de 14; debe incluir al menos: 1 carácter especial y 1 número.',
    ],
  ],
  linkExpired: [
    410,
    'LINK_EXPIRED',
    [
      'This link has expired or was used already. Please ask for a new one.',
      'Este enlace ha caducado o ya se ha usado. Solicite uno nuevo.',
    ],
  ],
  notWhileViewing: [
    403,
    'NOT_WHILE_VIEWING',
    [
      'You cannot do this while viewing as somebody else.',
      'No puede hacer esto mientras ve la cuenta de otra persona.',
    ],
  ],
  ownPermissions: [
    403,
    'OWN_PERMISSIONS',
    ['You cannot change your own permissions.', 'No puede cambiar sus propios permisos.'],
  ],
  cannotGrant: [
    403,
    'CANNOT_GRANT',
    ['You cannot grant a permission that you do not have.', 'No puede conceder un permiso que usted no tiene.'],
  ],
})
