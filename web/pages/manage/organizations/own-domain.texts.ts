import { texts } from '#platform/texts.ts'

export const ownDomainTexts = texts({
  title: ['Your own domain', 'Su propio dominio'],
  lead: [
    'Show the site of {name} at an address of your own, such as courses.school.com. Your pages and emails then use it. {address} keeps working.',
    'Muestre el sitio de {name} en una dirección propia, como cursos.escuela.com. Sus páginas y correos la usarán. {address} seguirá funcionando.',
  ],
  domain: ['Domain', 'Dominio'],
  hint: ['Without https://, for example courses.school.com', 'Sin https://; por ejemplo, cursos.escuela.com'],
  save: ['Save domain', 'Guardar dominio'],
  change: ['Use another domain', 'Usar otro dominio'],
  changeLead: [
    'The domain you have now is disconnected right away.',
    'El dominio que tiene ahora se desconecta de inmediato.',
  ],
  waiting: ['Waiting for DNS', 'En espera del DNS'],
  proved: ['Verified, not connected yet', 'Verificado, aún sin conectar'],
  live: ['Connected', 'Conectado'],
  failing: ['Needs attention', 'Requiere atención'],
  punycode: ['DNS tools call it {host}.', 'Las herramientas de DNS lo llaman {host}.'],
  records: ['DNS records', 'Registros DNS'],
  recordsLead: [
    'Set these records where you manage the domain. Keep the TXT record: we check it regularly.',
    'Configure estos registros donde administra el dominio. Conserve el registro TXT: lo verificamos con regularidad.',
  ],
  type: ['Type', 'Tipo'],
  name: ['Name', 'Nombre'],
  value: ['Value', 'Valor'],
  check: ['Check now', 'Verificar ahora'],
  lastChecked: ['Last checked: {at}', 'Última verificación: {at}'],
  neverChecked: ['Not checked yet. We check every 10 minutes.', 'Aún sin verificar. Verificamos cada 10 minutos.'],
  proofFault: ['We couldn’t find the TXT record.', 'No encontramos el registro TXT.'],
  reachFault: [
    'The domain does not lead here, or has no certificate yet.',
    'El dominio no lleva aquí o aún no tiene certificado.',
  ],
  takenFault: [
    'Another organization proved this domain. Your pages and emails use {address}.',
    'Otra organización demostró que este dominio es suyo. Sus páginas y correos usan {address}.',
  ],
  offAt: [
    'The domain is disconnected on {at} if this is not fixed.',
    'El dominio se desconectará el {at} si esto no se corrige.',
  ],
  passkeys: [
    'Passkeys belong to an address. People who added one at {address} sign in there, or add a new one at the domain.',
    'Las llaves de acceso pertenecen a una dirección. Quien agregó una en {address} inicia sesión allí o agrega otra en el dominio.',
  ],
  remove: ['Remove domain', 'Quitar dominio'],
  removeAsk: [
    '{host} will no longer show your site. Links in emails that were already sent stop working.',
    '{host} ya no mostrará su sitio. Los enlaces de los correos ya enviados dejarán de funcionar.',
  ],
})
