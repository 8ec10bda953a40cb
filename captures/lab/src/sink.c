/*
 * sink: an RDMA-CM server for `qpscope fuzz --target`, on any verbs device (RoCEv2 or iWARP).
 * Each connection gets a queue pair, receives, and memory of its own, all zeros, with all rights; the
 * private data of the reply tells where it is, as qpscope's own sink does:
 *   "QPS1", rkey (4), address (8), length (4), longest message (4), 0 (8), all big-endian
 *
 *   gcc -O1 -Wall -o sink sink.c -lrdmacm -libverbs
 *   sink [-a ADDRESS] [-p PORT] [-s BYTES] [-d RECEIVES]      defaults: any, 9, 65536, 64
 */
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <rdma/rdma_cma.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct greeting { char magic[4]; uint32_t rkey; uint64_t address; uint32_t length, size; uint64_t count; } __attribute__((packed));

struct conn { struct rdma_cm_id *id; struct ibv_cq *cq; struct ibv_mr *mr; void *memory; struct conn *next; };

static size_t size = 65536;
static int depth = 64;
static struct ibv_comp_channel *channel;
static struct ibv_pd *pd;
static struct conn *all;
static unsigned long accepted, refused, gone;
static volatile sig_atomic_t ended;

static void end(int signal) { (void)signal; ended = 1; }

static void die(const char *what) { perror(what); exit(1); }

static void receive(struct conn *c, uint64_t id)
{
  struct ibv_sge s = { (uintptr_t)c->memory, (uint32_t)size, c->mr->lkey };
  struct ibv_recv_wr w = { .wr_id = id, .sg_list = &s, .num_sge = 1 }, *bad;
  ibv_post_recv(c->id->qp, &w, &bad); /* refused once the queue pair has failed */
}

static void close_conn(struct conn *c)
{
  struct conn **at = &all;
  while (*at && *at != c) at = &(*at)->next;
  if (*at) *at = c->next;
  if (c->id->qp) rdma_destroy_qp(c->id);
  if (c->cq) ibv_destroy_cq(c->cq);
  if (c->mr) ibv_dereg_mr(c->mr);
  free(c->memory);
  rdma_destroy_id(c->id);
  free(c);
}

/* Of the first connection's device; this program is for one. */
static int prepare(struct ibv_context *device)
{
  if (pd) return pd->context == device ? 0 : -1;
  pd = ibv_alloc_pd(device);
  channel = ibv_create_comp_channel(device);
  if (!pd || !channel) return -1;
  return fcntl(channel->fd, F_SETFL, fcntl(channel->fd, F_GETFL) | O_NONBLOCK);
}

static int open_conn(struct conn *c)
{
  int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
  struct ibv_qp_init_attr q = { .qp_type = IBV_QPT_RC, .cap = { 1, (uint32_t)depth, 1, 1, 0 } };
  if (prepare(c->id->verbs)) return -1;
  c->memory = aligned_alloc(4096, (size + 4095) & ~(size_t)4095);
  if (!c->memory) return -1;
  memset(c->memory, 0, size);
  c->mr = ibv_reg_mr(pd, c->memory, size, access | IBV_ACCESS_REMOTE_ATOMIC);
  if (!c->mr) c->mr = ibv_reg_mr(pd, c->memory, size, access);
  c->cq = ibv_create_cq(c->id->verbs, depth + 1, c, channel, 0);
  if (!c->mr || !c->cq || ibv_req_notify_cq(c->cq, 0)) return -1;
  q.send_cq = q.recv_cq = c->cq;
  return rdma_create_qp(c->id, pd, &q);
}

static void requested(struct rdma_cm_event *e)
{
  struct conn *c = calloc(1, sizeof *c);
  struct greeting g = { .magic = "QPS1", .count = 0 };
  struct rdma_conn_param p = { .responder_resources = e->param.conn.responder_resources,
                               .initiator_depth = e->param.conn.initiator_depth, .rnr_retry_count = 7 };
  if (!c) die("memory");
  memcpy(g.magic, "QPS1", 4);
  c->id = e->id;
  c->id->context = c;
  c->next = all;
  all = c;
  if (open_conn(c)) {
    fprintf(stderr, "refused: %s\n", strerror(errno));
    refused++;
    rdma_reject(c->id, NULL, 0);
    close_conn(c);
    return;
  }
  for (int i = 0; i < depth; i++) receive(c, (uint64_t)i);
  g.rkey = htonl(c->mr->rkey);
  g.address = htobe64((uintptr_t)c->memory);
  g.length = g.size = htonl((uint32_t)size);
  p.private_data = &g;
  p.private_data_len = sizeof g;
  if (rdma_accept(c->id, &p)) { perror("accept"); close_conn(c); refused++; return; }
  accepted++;
}

static void event(struct rdma_event_channel *cm)
{
  struct rdma_cm_event *e, copy;
  if (rdma_get_cm_event(cm, &e)) return;
  copy = *e;
  if (e->event == RDMA_CM_EVENT_CONNECT_REQUEST) requested(e);
  rdma_ack_cm_event(e);
  switch (copy.event) {
    case RDMA_CM_EVENT_DISCONNECTED: rdma_disconnect(copy.id); close_conn(copy.id->context); gone++; break;
    case RDMA_CM_EVENT_CONNECT_ERROR:
    case RDMA_CM_EVENT_UNREACHABLE:
    case RDMA_CM_EVENT_REJECTED: close_conn(copy.id->context); gone++; break;
    case RDMA_CM_EVENT_DEVICE_REMOVAL: fprintf(stderr, "the device is gone\n"); exit(1);
    default: break;
  }
}

static void completions(void)
{
  struct ibv_cq *cq;
  void *context;
  struct ibv_wc wc;
  if (ibv_get_cq_event(channel, &cq, &context)) return;
  ibv_ack_cq_events(cq, 1);
  ibv_req_notify_cq(cq, 0);
  while (ibv_poll_cq(cq, 1, &wc) > 0)
    if (wc.status == IBV_WC_SUCCESS) receive(context, wc.wr_id);
}

int main(int argc, char **argv)
{
  const char *address = NULL, *port = "9";
  struct addrinfo *to, hints = { .ai_flags = AI_PASSIVE, .ai_family = AF_INET };
  struct rdma_event_channel *cm;
  struct rdma_cm_id *listener;
  for (int o; (o = getopt(argc, argv, "a:p:s:d:")) != -1;) {
    if (o == 'a') address = optarg;
    else if (o == 'p') port = optarg;
    else if (o == 's') size = strtoul(optarg, NULL, 0);
    else if (o == 'd') depth = atoi(optarg);
    else { fprintf(stderr, "usage: sink [-a ADDRESS] [-p PORT] [-s BYTES] [-d RECEIVES]\n"); return 2; }
  }
  if (address && strchr(address, ':')) hints.ai_family = AF_INET6;
  if (size < 8 || size > 1u << 30 || depth < 1 || getaddrinfo(address, port, &hints, &to)) { fprintf(stderr, "sink: bad address or size\n"); return 2; }
  signal(SIGINT, end);
  signal(SIGTERM, end);
  if (!(cm = rdma_create_event_channel())) die("no RDMA");
  if (rdma_create_id(cm, &listener, NULL, RDMA_PS_TCP)) die("id");
  if (rdma_bind_addr(listener, to->ai_addr)) die("bind");
  if (rdma_listen(listener, 64)) die("listen");
  printf("sink: port %s, %zu bytes, %d receives\n", port, size, depth);
  fflush(stdout);
  while (!ended) {
    struct pollfd p[2] = { { cm->fd, POLLIN, 0 }, { channel ? channel->fd : -1, POLLIN, 0 } };
    if (poll(p, 2, 1000) < 0 && errno != EINTR) die("poll");
    if (p[1].revents) completions();
    if (p[0].revents) event(cm);
  }
  printf("sink: %lu accepted, %lu refused, %lu gone\n", accepted, refused, gone);
  return 0;
}
