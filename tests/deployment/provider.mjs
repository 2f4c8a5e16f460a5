// The npm package oidc-provider, a certified OpenID provider, on loopback. Arguments: port, client id, its secret, and
// the address that browsers are sent back to. Whoever signs in is the person of that name, with any password.
import Provider from 'oidc-provider';

const [port, clientId, clientSecret, redirectUri] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;

const provider = new Provider(issuer, {
  clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  cookies: { keys: ['of a test'] },
  pkce: { methods: ['S256'], required: () => true },
  findAccount: (context, id) => ({
    accountId: id,
    claims: () => ({
      sub: id,
      name: id,
      email: `${id}@example.org`,
      email_verified: id !== 'unverified',
    }),
  }),
});
provider.listen(Number(port), '127.0.0.1', () => console.log('ready'));
