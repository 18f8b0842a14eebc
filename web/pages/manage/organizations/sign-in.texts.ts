import { texts } from '#platform/texts.ts'

export const signInPageTexts = texts({
  title: ['Sign-in provider', 'Proveedor de inicio de sesión'],
  lead: [
    'Let the students and staff of {name} sign in with the account that they have at your organization. Your identity provider must support OpenID Connect.',
    'Permita que los estudiantes y el personal de {name} inicien sesión con la cuenta que tienen en su organización. Su proveedor de identidad debe admitir OpenID Connect.',
  ],
  addresses: ['Redirect addresses', 'Direcciones de redirección'],
  addressesLead: [
    'Register a confidential client at your provider with these addresses:',
    'Registre un cliente confidencial en su proveedor con estas direcciones:',
  ],
  provider: ['Provider', 'Proveedor'],
  enabled: ['Show the button on the sign-in page', 'Mostrar el botón en la página de inicio de sesión'],
  name: ['Name on the button', 'Nombre en el botón'],
  nameHint: ['People read “Continue with …”.', 'Las personas leen “Continuar con …”.'],
  issuerAddress: ['Address of the issuer', 'Dirección del emisor'],
  issuerHint: [
    'The address with which your provider names itself, for example https://login.example.com',
    'La dirección con la que su proveedor se identifica, por ejemplo, https://login.example.com',
  ],
  clientId: ['Client ID', 'ID de cliente'],
  clientSecret: ['Client secret', 'Secreto del cliente'],
  secretStored: ['Leave it empty to keep the stored secret.', 'Déjelo vacío para conservar el secreto guardado.'],
  accounts: ['Whose account opens', 'Qué cuenta se abre'],
  accountsLead: [
    'A student’s account is found by your ID of the person, or by an email address that the provider has verified. Staff connect their account themselves, on the Security tab of their settings.',
    'La cuenta de un estudiante se busca por el ID que usted le dio o por un correo electrónico que el proveedor verificó. El personal conecta su propia cuenta en la pestaña Seguridad de su configuración.',
  ],
  externalId: ['Claim with your ID of the person', 'Atributo con su ID de la persona'],
  externalIdHint: [
    'Its value is compared with the external ID of a student. Use “sub” or a claim that people can’t change themselves.',
    'Su valor se compara con el ID externo de un estudiante. Use “sub” o un atributo que las personas no puedan cambiar.',
  ],
  domains: ['Domains of email addresses', 'Dominios de correo electrónico'],
  domainsHint: [
    'One on each line. Verified addresses of other domains don’t open an account.',
    'Uno por línea. Las direcciones verificadas de otros dominios no abren ninguna cuenta.',
  ],
  givenName: ['Claim with the first name', 'Atributo con el nombre'],
  familyName: ['Claim with the last name', 'Atributo con el apellido'],
  createsStudents: [
    'Create a student account for people who don’t have one',
    'Crear una cuenta de estudiante para quienes no la tienen',
  ],
  createsHint: ['Only for verified addresses of your domains.', 'Solo para direcciones verificadas de sus dominios.'],
  save: ['Save', 'Guardar'],
  saved: ['The sign-in provider was saved.', 'Se guardó el proveedor de inicio de sesión.'],
  disconnected: [
    'The sign-in provider was saved. {n, plural, one {{n} person was disconnected} other {{n} people were disconnected}} from the previous one.',
    'Se guardó el proveedor de inicio de sesión. {n, plural, one {Se desconectó a {n} persona} other {Se desconectó a {n} personas}} del anterior.',
  ],
  test: ['Test connection', 'Probar la conexión'],
  testLead: [
    'We read the saved provider’s configuration and its keys.',
    'Leemos la configuración y las claves del proveedor guardado.',
  ],
  remove: ['Remove provider', 'Quitar proveedor'],
  removeAsk: [
    'Everyone is disconnected from {provider}, and the sessions that it began end. People without a password can set one with “Forgot password”.',
    'Todas las personas se desconectan de {provider} y terminan las sesiones que inició. Quienes no tienen contraseña pueden establecer una con “¿Olvidó su contraseña?”.',
  ],
  removed: ['The sign-in provider was removed.', 'Se quitó el proveedor de inicio de sesión.'],
})
