// Written in the oldest syntax so that any Node can run it and report that it is too old.
var wanted = [20, 19];
var have = process.versions.node.split('.').map(Number);
if (have[0] < wanted[0] || (have[0] === wanted[0] && have[1] < wanted[1])) {
  console.error('presage: Node ' + wanted.join('.') + ' or newer is needed; this is ' + process.versions.node);
  process.exit(1);
}
