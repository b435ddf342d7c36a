// The baseline: Fastify without plugins, sending the same bytes.
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const body = readFileSync(process.env.BODY_FILE as string, 'utf8');
const app = Fastify();
app.get('/', (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(body);
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('SIGTERM', () => process.exit(0));
