// S3 on this machine in a process of its own: its memory is not the function's, and it is an ES
// module that jest does not load. Arguments: folder for objects, then names of buckets.
import { startFauxqs } from 'fauxqs';

const [folder, ...buckets] = process.argv.slice(2);
const server = await startFauxqs({
	port: 0,
	host: '127.0.0.1',
	logger: false,
	s3StorageDir: folder,
	init: { buckets },
});
process.on('disconnect', () => process.exit(0));
process.send({ port: server.port });
